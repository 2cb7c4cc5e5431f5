export default { create: () => ({}) };
