import { createRecordingLogger } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { accountOf, subjectOf } from './account.js';
import type { Claims } from './groups.js';
import { faultOf } from './oidc-world.spec.support.js';
import type { OidcSettings } from './settings.js';

const ISSUER = 'https://id.example/application/o/library/';

function read(idToken: Claims, settings: Partial<OidcSettings> = {}, userinfo: Claims = {}) {
  const logger = createRecordingLogger();
  const account = accountOf({ sub: '1', ...idToken }, userinfo, { issuer: ISSUER, clientId: 'lectern', ...settings }, logger);
  return { ...account, warnings: logger.entries.filter(({ level }) => level === 'warn').length };
}

describe('an account of an OpenID provider', () => {
  it('is identified by issuer and subject, whatever its name', () => {
    expect(subjectOf(ISSUER, '1'))
      .to.equal(read({ preferred_username: 'a' }).subject)
      .and.to.equal(read({ preferred_username: 'b' }).subject);
    expect(subjectOf(ISSUER, '1')).not.to.equal(subjectOf(ISSUER.slice(0, -1), '1'));
    expect(subjectOf(ISSUER, 'x'.repeat(255)).length).to.be.at.most(300);
  });

  it('is named by preferred name, name, verified address or subject, in this order', () => {
    const email = { email: 'jane@example.org', email_verified: true };

    expect(read({ preferred_username: 'Jane.Reader', name: 'Jane Reader', ...email }).username).to.equal('Jane.Reader');
    expect(read({ name: 'Jane Reader', ...email }).username).to.equal('Jane Reader');
    expect(read({ name: ' ', ...email }).username).to.equal('jane@example.org');
    expect(read({ ...email, email_verified: false }).username).to.equal('1');
    expect(read({}).username).to.equal('1');
  });

  it('has an address only if the provider has verified it', () => {
    const address = { email: 'admin@example.org' };

    for (const verified of [true, 'true'])
      expect(read({ ...address, email_verified: verified })).to.include({ email: 'admin@example.org', emailVerified: true });
    for (const claims of [
      address,
      { ...address, email_verified: false },
      { ...address, email_verified: 'false' },
      { ...address, email_verified: 1 },
      { email_verified: true },
    ]) {
      expect(read(claims)).not.to.have.any.keys('email', 'emailVerified');
    }
  });

  it('never takes an address from one document as verified by the other', () => {
    const verified = { email: 'mine@example.org', email_verified: true };

    expect(read({ email: 'victim@example.org' }, {}, verified)).not.to.have.property('email');
    expect(read({ email_verified: true }, {}, { email: 'victim@example.org' })).not.to.have.property('email');
    expect(read({}, {}, verified)).to.include({ email: 'mine@example.org' });
  });

  for (const [what, claims, groupClaim] of [
    ['a text', { groups: 'library-admins' }, 'groups'],
    ['a list', { groups: ['x', 'library-admins'] }, 'groups'],
    ['objects', { groups: [{ id: 7, name: 'library-admins' }] }, 'groups'],
    ['paths', { groups: ['/library-admins'] }, 'groups'],
    ['a path of claims', { realm_access: { roles: ['library-admins'] } }, 'realm_access.roles'],
    ['an address', { 'https://id.example/claims/groups': ['library-admins'] }, 'https://id.example/claims/groups'],
    ['another claim', { roles: ['library-admins'] }, 'roles'],
  ] as const) {
    it(`has groups as ${what}`, () => {
      const settings = { groupClaim, adminGroups: ['library-admins'] };

      expect(read(claims, settings)).to.include({ role: 'admin', isAdmin: true });
      expect(read({}, settings, claims)).to.include({ role: 'admin' });
    });
  }

  it('is an admin by no part of a text', () => {
    const directory = { groups: 'cn=readers,ou=library' };

    expect(read(directory, { adminGroups: ['cn=readers,ou=library'] }).role).to.equal('admin');
    expect(read({ groups: 'library admins' }, { adminGroups: ['library admins'] }).role).to.equal('admin');
    expect(read({ groups: 'library admins' }, { adminGroups: ['admins'] }).role).to.equal('user');
    for (const name of ['readers,admins', 'readers, admins', 'admins,', 'readers;admins', '["admins"]']) {
      expect(read({ groups: name }, { adminGroups: ['admins'] }).role, name).not.to.equal('admin');
      expect(read({ groups: name }, { adminGroups: [name] }).role, name).to.equal('admin');
      expect(read({ groups: [name] }, { adminGroups: ['admins'] }).role, name).to.equal('user');
    }
  });

  it('keeps its role where a text may name an admin group among others', () => {
    expect(read({ groups: 'readers,admins' }, { adminGroups: ['admins'] }).role).to.equal(undefined);
    expect(read({ groups: 'readers,guests' }, { adminGroups: ['admins'] }).role).to.equal('user');
  });

  it('may sign in by a part of a text with commas, but not by a part of a name in a list', () => {
    for (const groups of ['readers,admins', 'guests, readers'])
      expect(read({ groups }, { allowedGroups: ['readers'] }).subject, groups).to.be.a('string');
    for (const groups of [['guests,readers'], 'guests readers'])
      expect(() => read({ groups }, { allowedGroups: ['readers'] }), String(groups)).to.throw();
  });

  it('says in the log why no account is linked by an address', () => {
    const logger = createRecordingLogger();

    accountOf({ sub: '1', email: 'rita@example.org', email_verified: false }, {}, { issuer: ISSUER, clientId: 'lectern' }, logger);

    expect(logger.entries.map(({ message }) => message).join()).to.match(/does not call the e-mail address .* verified/);
  });

  it('loses a role with the group, but not if no groups were sent', () => {
    const settings = { adminGroups: ['library-admins'] };

    expect(read({ groups: [] }, settings)).to.include({ role: 'user', warnings: 0 });
    expect(read({ groups: ['LIBRARY-ADMINS', 'library-admins-2'] }, settings)).to.include({ role: 'user' });
    expect(read({}, settings)).to.include({ warnings: 1 }).and.not.to.have.property('role');
    expect(read({ groups: ['library-admins'] }))
      .to.include({ isAdmin: false })
      .and.not.to.have.property('role');
  });

  it('may sign in with an allowed group or an admin group, and not if no groups were sent', async () => {
    const settings = { allowedGroups: ['/library-users'], adminGroups: ['library-admins'] };
    const refused = (claims: Claims) => faultOf(Promise.resolve().then(() => read(claims, settings)));

    expect(read({ groups: ['library-users'] }, settings).role).to.equal('user');
    expect(read({ groups: ['library-admins'] }, settings).role).to.equal('admin');
    for (const claims of [{ groups: ['others'] }, { groups: [] }, {}, { groups: { 'library-users': true } }]) {
      expect((await refused(claims)).code).to.equal('INTEGRATION_FORBIDDEN');
    }
  });

  it('ignores members that every object inherits', () => {
    expect(read({}, { groupClaim: 'constructor.name', adminGroups: ['Object'] })).not.to.have.property('role');
  });
});
