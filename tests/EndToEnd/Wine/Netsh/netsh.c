/* netsh.exe in system32 of a Wine prefix. It passes its arguments to the test's process, which has the emulated Windows (NetshServer.cs),
   and returns the answer. A program of .NET takes ten times the processor for a start, and one test starts hundreds. Without a console,
   which would be another process: linked with --subsystem,windows. */

#define WIN32_LEAN_AND_MEAN
#include <winsock2.h>
#include <windows.h>
#include <stdint.h>
#include <stdlib.h>

enum { NO_MACHINE = 98, PORT = 907, HANGS = -1 };

static int fail(const char *what) {
  DWORD written;
  WriteFile(GetStdHandle(STD_ERROR_HANDLE), what, strlen(what), &written, NULL);
  return NO_MACHINE;
}

static int receive(SOCKET from, void *into, int length) {
  for (int at = 0, got; at < length; at += got)
    if ((got = recv(from, (char *)into + at, length - at, 0)) <= 0)
      return 0;
  return 1;
}

/* A number of bytes, and the bytes, to one of the standard handles. */
static int pass_on(SOCKET from, DWORD to) {
  int32_t length;
  if (!receive(from, &length, sizeof length))
    return 0;
  char *text = malloc(length);
  DWORD written;
  return receive(from, text, length) && (length == 0 || WriteFile(GetStdHandle(to), text, length, &written, NULL));
}

int wmain(int count, wchar_t **arguments) {
  WSADATA data;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  WSAStartup(MAKEWORD(2, 2), &data);
  SOCKET machine = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(machine, (struct sockaddr *)&address, sizeof address) != 0)
    return fail("emulated netsh: there is no machine: nothing listens at 127.0.0.1:907\n");
  for (int i = 1; i < count; i++) {
    char text[4096];
    int length = WideCharToMultiByte(CP_UTF8, 0, arguments[i], -1, text, sizeof text, NULL, NULL);
    if (length == 0 || send(machine, text, length, 0) != length)
      return fail("emulated netsh: an argument was not sent\n");
  }
  shutdown(machine, SD_SEND);

  int32_t ending[2]; /* exit code, milliseconds */
  if (!receive(machine, ending, sizeof ending) || !pass_on(machine, STD_OUTPUT_HANDLE) || !pass_on(machine, STD_ERROR_HANDLE))
    return fail("emulated netsh: the machine ended without an answer\n");
  Sleep(ending[1] == HANGS ? INFINITE : (DWORD)ending[1]);
  return ending[0];
}
