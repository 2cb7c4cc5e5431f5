import { answer, api } from '../client.js';
import type { components } from '../schema.generated.js';

/** An upload, as the server has it. */
export type Upload = components['schemas']['Upload'];

const ofUpload = (id: string) => ({ params: { path: { id } } });

export async function openUploads(requestId: string): Promise<Upload[]> {
  return (await answer(api.GET('/api/requests/{id}/uploads', ofUpload(requestId)))).uploads;
}

export async function beginUpload(requestId: string, files: { name: string; size: number }[]): Promise<Upload> {
  return (await answer(api.POST('/api/requests/{id}/uploads', { ...ofUpload(requestId), body: { files } }))).upload;
}

export async function readUpload(id: string): Promise<Upload> {
  return (await answer(api.GET('/api/uploads/{id}', ofUpload(id)))).upload;
}

/** @returns how many bytes of the file the server has */
export async function sendPiece(id: string, position: number, offset: number, piece: Blob, signal: AbortSignal): Promise<number> {
  const call = api.PUT('/api/uploads/{id}/files', {
    params: { path: { id }, query: { position, offset } },
    headers: { 'content-type': 'application/octet-stream' },
    // the API document declares a file as a string
    body: piece as unknown as string,
    bodySerializer: (body: string) => body,
    signal,
  });
  return (await answer(call)).received;
}

export async function finishUpload(id: string): Promise<Upload> {
  return (await answer(api.POST('/api/uploads/{id}/finish', ofUpload(id)))).upload;
}

export async function cancelUpload(id: string): Promise<void> {
  await answer(api.DELETE('/api/uploads/{id}', ofUpload(id)));
}
