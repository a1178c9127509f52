/* What the headers of mingw-w64 say about everything that the agent takes from Windows' headers, as lines that a test compares with the
   agent: kind, the agent's name, what it is, Windows' name; separated by tabs. mingw-w64 is written from Microsoft's documentation, so it
   is another reading of the same headers. A new structure, number or call of the agent needs a line here. */

#define UNICODE
#define _WIN32_WINNT 0x0A00
#define NTDDI_VERSION 0x0A00000C /* Server 2022 */
#define WIN32_LEAN_AND_MEAN

#include <winsock2.h>
#include <ws2tcpip.h>
#include <windows.h>
#include <iphlpapi.h>
#include <tcpestats.h>
#include <mstcpip.h>
#include <bcrypt.h>
#include <wbemcli.h>
#include <winevt.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>

#include "lacking.h"

#define SIZE(ours, theirs) printf("size\t%s\t%zu\t%s\n", #ours, sizeof(theirs), #theirs);

/* Offset and size. */
#define FIELD(ours, theirs, member) \
  printf("field\t%s\t%zu %zu\t%s.%s\n", #ours, offsetof(theirs, member), sizeof(((theirs *)0)->member), #theirs, #member);

#define VALUE(ours, theirs) printf("value\t%s\t%u\t%s\n", #ours, (unsigned)(theirs), #theirs);

#define WIDE(ours, theirs) printf("text\t%s\t%ls\t%s\n", #ours, theirs, #theirs);

/* The sizes of result and parameters. The compiler compares the types written here with the header's. */
#define FUNCTION(theirs, result, ...)                                                                                        \
  _Static_assert(__builtin_types_compatible_p(__typeof__(theirs), result WINAPI(__VA_ARGS__)), "the header has another " #theirs); \
  imported = (void *)&theirs;                                                                                                \
  SIGNATURE("function", #theirs, #theirs, result, ##__VA_ARGS__)

/* A function of the agent that Windows calls, by the pointer's type. */
#define CALLED(ours, theirs, result, ...)                                                                                   \
  _Static_assert(__builtin_types_compatible_p(theirs, result(WINAPI *)(__VA_ARGS__)), "the header has another " #theirs);      \
  SIGNATURE("callback", #ours, #theirs, result, ##__VA_ARGS__)

#define SIGNATURE(kind, ours, theirs, result, ...) \
  signature(kind, ours, theirs, _Generic((result *)0, void *: 0, default: sizeof(result)), (size_t[]){__VA_OPT__(SIZES(__VA_ARGS__), ) 0});

#define SIZES(...) COUNTED(__VA_ARGS__, S13, S12, S11, S10, S9, S8, S7, S6, S5, S4, S3, S2, S1)(__VA_ARGS__)
#define COUNTED(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, name, ...) name
#define S1(type) sizeof(type)
#define S2(type, ...) sizeof(type), S1(__VA_ARGS__)
#define S3(type, ...) sizeof(type), S2(__VA_ARGS__)
#define S4(type, ...) sizeof(type), S3(__VA_ARGS__)
#define S5(type, ...) sizeof(type), S4(__VA_ARGS__)
#define S6(type, ...) sizeof(type), S5(__VA_ARGS__)
#define S7(type, ...) sizeof(type), S6(__VA_ARGS__)
#define S8(type, ...) sizeof(type), S7(__VA_ARGS__)
#define S9(type, ...) sizeof(type), S8(__VA_ARGS__)
#define S10(type, ...) sizeof(type), S9(__VA_ARGS__)
#define S11(type, ...) sizeof(type), S10(__VA_ARGS__)
#define S12(type, ...) sizeof(type), S11(__VA_ARGS__)
#define S13(type, ...) sizeof(type), S12(__VA_ARGS__)

/* Without a use of its address a function is not linked, and its DLL is not looked up. */
static void *volatile imported;

static void signature(const char *kind, const char *ours, const char *theirs, size_t result, const size_t *sizes) {
  printf("%s\t%s\t%zu", kind, ours, result);
  for (; *sizes; sizes++)
    printf(" %zu", *sizes);
  printf("\t%s\n", theirs);
}

static void bytes(const char *ours, const void *from, size_t length, const char *theirs) {
  printf("bytes\t%s\t", ours);
  for (size_t at = 0; at < length; at++)
    printf("%02X", ((const unsigned char *)from)[at]);
  printf("\t%s\n", theirs);
}

static void errors(void) {
  VALUE(PipeHandles.NotFound, ERROR_FILE_NOT_FOUND)
  VALUE(PipeHandles.AccessDenied, ERROR_ACCESS_DENIED)
  VALUE(PipeHandles.Busy, ERROR_PIPE_BUSY)
  VALUE(WriteThroughMove.AccessDenied, ERROR_ACCESS_DENIED)
  VALUE(WriteThroughMove.SharingViolation, ERROR_SHARING_VIOLATION)
  VALUE(ProgramStart.FileNotFound, ERROR_FILE_NOT_FOUND)
  VALUE(ProgramStart.PathNotFound, ERROR_PATH_NOT_FOUND)
  VALUE(ProgramStart.AccessDenied, ERROR_ACCESS_DENIED)
  VALUE(ProgramStart.PermissionDenied, EACCES)
  VALUE(ConnectionStatistics.AccessDenied, ERROR_ACCESS_DENIED)
  VALUE(ServiceLife.Done, NO_ERROR)
  VALUE(ServiceLife.NotImplemented, ERROR_CALL_NOT_IMPLEMENTED)
  VALUE(ServiceCalls.AccessDenied, ERROR_ACCESS_DENIED)
  VALUE(ServiceCalls.DoesNotExist, ERROR_SERVICE_DOES_NOT_EXIST)
  VALUE(ServiceCalls.NotActive, ERROR_SERVICE_NOT_ACTIVE)
  VALUE(ServiceCalls.SpecificError, ERROR_SERVICE_SPECIFIC_ERROR)
  VALUE(ServiceCalls.MarkedForDelete, ERROR_SERVICE_MARKED_FOR_DELETE)
  VALUE(CmdletFaults.AccessDenied, ERROR_ACCESS_DENIED)
  VALUE(CmdletFaults.NotSupported, ERROR_NOT_SUPPORTED)
  VALUE(CmdletFaults.FileExists, ERROR_FILE_EXISTS)
  VALUE(CmdletFaults.InvalidParameter, ERROR_INVALID_PARAMETER)
  VALUE(CmdletFaults.AlreadyExists, ERROR_ALREADY_EXISTS)
  VALUE(CmdletFaults.ElevationRequired, ERROR_ELEVATION_REQUIRED)
  VALUE(CmdletFaults.NotFound, ERROR_NOT_FOUND)
  VALUE(CmdletFaults.ObjectAlreadyExists, ERROR_OBJECT_ALREADY_EXISTS)
  VALUE(CmdletFaults.MiAccessDenied, MI_RESULT_ACCESS_DENIED)
  VALUE(CmdletFaults.MiInvalidParameter, MI_RESULT_INVALID_PARAMETER)
  VALUE(CmdletFaults.MiNotFound, MI_RESULT_NOT_FOUND)
  VALUE(CmdletFaults.MiNotSupported, MI_RESULT_NOT_SUPPORTED)
  VALUE(CmdletFaults.MiAlreadyExists, MI_RESULT_ALREADY_EXISTS)
  VALUE(WmiErrorCode.AccessDenied, WBEM_E_ACCESS_DENIED)
  VALUE(WmiErrorCode.NotSupported, WBEM_E_NOT_SUPPORTED)
  VALUE(WmiErrorCode.InvalidNamespace, WBEM_E_INVALID_NAMESPACE)
  VALUE(WmiErrorCode.InvalidClass, WBEM_E_INVALID_CLASS)
  VALUE(WmiErrorCode.ProviderNotCapable, WBEM_E_PROVIDER_NOT_CAPABLE)
  VALUE(WmiErrorCode.Win32AccessDenied, HRESULT_FROM_WIN32(ERROR_ACCESS_DENIED))
  VALUE(WmiErrorCode.Win32NotSupported, HRESULT_FROM_WIN32(ERROR_NOT_SUPPORTED))
  VALUE(WmiErrorCode.ServiceDisabled, HRESULT_FROM_WIN32(ERROR_SERVICE_DISABLED))
  VALUE(WmiErrorCode.TimedOut, HRESULT_FROM_WIN32(ERROR_TIMEOUT))
  VALUE(WmiErrorCode.RpcUnavailable, HRESULT_FROM_WIN32(RPC_S_SERVER_UNAVAILABLE))
  VALUE(WmiErrorCode.RpcTimedOut, RPC_E_TIMEOUT)
  VALUE(WmiError.TimedOut, HRESULT_FROM_WIN32(ERROR_TIMEOUT))
}

static void files_and_pipes(void) {
  VALUE(WriteThroughMove.ReplaceExisting, MOVEFILE_REPLACE_EXISTING)
  VALUE(WriteThroughMove.WriteThrough, MOVEFILE_WRITE_THROUGH)
  FUNCTION(MoveFileExW, BOOL, LPCWSTR, LPCWSTR, DWORD)
  FUNCTION(GetOEMCP, UINT)
  VALUE(PipeHandles.Duplex, PIPE_ACCESS_DUPLEX)
  VALUE(PipeHandles.FirstInstance, FILE_FLAG_FIRST_PIPE_INSTANCE)
  VALUE(PipeHandles.Overlapped, FILE_FLAG_OVERLAPPED)
  VALUE(PipeHandles.RejectRemote, PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS)
  VALUE(PipeHandles.Unlimited, PIPE_UNLIMITED_INSTANCES)
  VALUE(PipeHandles.GenericRead, GENERIC_READ)
  VALUE(PipeHandles.WriteData, FILE_WRITE_DATA)
  VALUE(PipeHandles.OpenExisting, OPEN_EXISTING)
  VALUE(PipeHandles.QualityOfService, SECURITY_SQOS_PRESENT)
  VALUE(PipeHandles.Identification, SECURITY_IDENTIFICATION)
  VALUE(WindowsPipe.GuestRights, (FILE_GENERIC_READ | FILE_GENERIC_WRITE) & ~FILE_CREATE_PIPE_INSTANCE)
  SIZE(PipeHandles.SecurityAttributes, SECURITY_ATTRIBUTES)
  FIELD(PipeHandles.SecurityAttributes.Length, SECURITY_ATTRIBUTES, nLength)
  FIELD(PipeHandles.SecurityAttributes.Descriptor, SECURITY_ATTRIBUTES, lpSecurityDescriptor)
  FIELD(PipeHandles.SecurityAttributes.InheritHandle, SECURITY_ATTRIBUTES, bInheritHandle)
  FUNCTION(CreateNamedPipeW, HANDLE, LPCWSTR, DWORD, DWORD, DWORD, DWORD, DWORD, DWORD, LPSECURITY_ATTRIBUTES)
  FUNCTION(CreateFileW, HANDLE, LPCWSTR, DWORD, DWORD, LPSECURITY_ATTRIBUTES, DWORD, DWORD, HANDLE)
  FUNCTION(WaitNamedPipeW, BOOL, LPCWSTR, DWORD)
  FUNCTION(GetNamedPipeServerProcessId, BOOL, HANDLE, PULONG)
}

static void services(void) {
  VALUE(ServiceCalls.Connect, SC_MANAGER_CONNECT)
  VALUE(ServiceCalls.CreateRight, SC_MANAGER_CREATE_SERVICE)
  VALUE(ServiceCalls.QueryConfig, SERVICE_QUERY_CONFIG)
  VALUE(ServiceCalls.QueryStatus, SERVICE_QUERY_STATUS)
  VALUE(ServiceCalls.StopRight, SERVICE_STOP)
  VALUE(ServiceCalls.DeleteRight, DELETE)
  VALUE(ServiceCalls.All, SERVICE_ALL_ACCESS)
  VALUE(ServiceCalls.OwnProcess, SERVICE_WIN32_OWN_PROCESS)
  VALUE(ServiceCalls.AutoStart, SERVICE_AUTO_START)
  VALUE(ServiceCalls.ErrorNormal, SERVICE_ERROR_NORMAL)
  VALUE(ServiceCalls.ProcessInfo, SC_STATUS_PROCESS_INFO)
  VALUE(ServiceCalls.ConfigDescription, SERVICE_CONFIG_DESCRIPTION)
  VALUE(ServiceCalls.ConfigFailureActions, SERVICE_CONFIG_FAILURE_ACTIONS)
  VALUE(ServiceCalls.ConfigFailureFlag, SERVICE_CONFIG_FAILURE_ACTIONS_FLAG)
  VALUE(ServiceCalls.ActionRestart, SC_ACTION_RESTART)
  VALUE(ServiceOrder.Stop, SERVICE_CONTROL_STOP)
  VALUE(ServiceOrder.Interrogate, SERVICE_CONTROL_INTERROGATE)
  VALUE(ServiceOrder.Shutdown, SERVICE_CONTROL_SHUTDOWN)
  VALUE(ServiceOrder.ParamChange, SERVICE_CONTROL_PARAMCHANGE)
  VALUE(AcceptedOrders.None, 0)
  VALUE(AcceptedOrders.Stop, SERVICE_ACCEPT_STOP)
  VALUE(AcceptedOrders.Shutdown, SERVICE_ACCEPT_SHUTDOWN)
  VALUE(AcceptedOrders.ParamChange, SERVICE_ACCEPT_PARAMCHANGE)
  VALUE(ServiceState.Stopped, SERVICE_STOPPED)
  VALUE(ServiceState.StartPending, SERVICE_START_PENDING)
  VALUE(ServiceState.StopPending, SERVICE_STOP_PENDING)
  VALUE(ServiceState.Running, SERVICE_RUNNING)
  VALUE(ServiceState.ContinuePending, SERVICE_CONTINUE_PENDING)
  VALUE(ServiceState.PausePending, SERVICE_PAUSE_PENDING)
  VALUE(ServiceState.Paused, SERVICE_PAUSED)

  SIZE(ServiceCalls.Status, SERVICE_STATUS)
  FIELD(ServiceCalls.Status.Type, SERVICE_STATUS, dwServiceType)
  FIELD(ServiceCalls.Status.State, SERVICE_STATUS, dwCurrentState)
  FIELD(ServiceCalls.Status.Accepts, SERVICE_STATUS, dwControlsAccepted)
  FIELD(ServiceCalls.Status.ExitCode, SERVICE_STATUS, dwWin32ExitCode)
  FIELD(ServiceCalls.Status.SpecificExitCode, SERVICE_STATUS, dwServiceSpecificExitCode)
  FIELD(ServiceCalls.Status.CheckPoint, SERVICE_STATUS, dwCheckPoint)
  FIELD(ServiceCalls.Status.WaitHint, SERVICE_STATUS, dwWaitHint)
  SIZE(ServiceCalls.ProcessStatus, SERVICE_STATUS_PROCESS)
  FIELD(ServiceCalls.ProcessStatus.Type, SERVICE_STATUS_PROCESS, dwServiceType)
  FIELD(ServiceCalls.ProcessStatus.State, SERVICE_STATUS_PROCESS, dwCurrentState)
  FIELD(ServiceCalls.ProcessStatus.Accepts, SERVICE_STATUS_PROCESS, dwControlsAccepted)
  FIELD(ServiceCalls.ProcessStatus.ExitCode, SERVICE_STATUS_PROCESS, dwWin32ExitCode)
  FIELD(ServiceCalls.ProcessStatus.SpecificExitCode, SERVICE_STATUS_PROCESS, dwServiceSpecificExitCode)
  FIELD(ServiceCalls.ProcessStatus.CheckPoint, SERVICE_STATUS_PROCESS, dwCheckPoint)
  FIELD(ServiceCalls.ProcessStatus.WaitHint, SERVICE_STATUS_PROCESS, dwWaitHint)
  FIELD(ServiceCalls.ProcessStatus.Process, SERVICE_STATUS_PROCESS, dwProcessId)
  FIELD(ServiceCalls.ProcessStatus.Flags, SERVICE_STATUS_PROCESS, dwServiceFlags)
  SIZE(ServiceCalls.Config, QUERY_SERVICE_CONFIGW)
  FIELD(ServiceCalls.Config.Type, QUERY_SERVICE_CONFIGW, dwServiceType)
  FIELD(ServiceCalls.Config.StartType, QUERY_SERVICE_CONFIGW, dwStartType)
  FIELD(ServiceCalls.Config.ErrorControl, QUERY_SERVICE_CONFIGW, dwErrorControl)
  FIELD(ServiceCalls.Config.CommandLine, QUERY_SERVICE_CONFIGW, lpBinaryPathName)
  FIELD(ServiceCalls.Config.LoadOrderGroup, QUERY_SERVICE_CONFIGW, lpLoadOrderGroup)
  FIELD(ServiceCalls.Config.Tag, QUERY_SERVICE_CONFIGW, dwTagId)
  FIELD(ServiceCalls.Config.Dependencies, QUERY_SERVICE_CONFIGW, lpDependencies)
  FIELD(ServiceCalls.Config.Account, QUERY_SERVICE_CONFIGW, lpServiceStartName)
  FIELD(ServiceCalls.Config.DisplayName, QUERY_SERVICE_CONFIGW, lpDisplayName)
  SIZE(ServiceCalls.Description, SERVICE_DESCRIPTIONW)
  FIELD(ServiceCalls.Description.Text, SERVICE_DESCRIPTIONW, lpDescription)
  SIZE(ServiceCalls.FailureFlag, SERVICE_FAILURE_ACTIONS_FLAG)
  FIELD(ServiceCalls.FailureFlag.OnNonCrashFailures, SERVICE_FAILURE_ACTIONS_FLAG, fFailureActionsOnNonCrashFailures)
  SIZE(ServiceCalls.FailureAction, SC_ACTION)
  FIELD(ServiceCalls.FailureAction.Type, SC_ACTION, Type)
  FIELD(ServiceCalls.FailureAction.DelayMilliseconds, SC_ACTION, Delay)
  SIZE(ServiceCalls.FailureActions, SERVICE_FAILURE_ACTIONSW)
  FIELD(ServiceCalls.FailureActions.ResetSeconds, SERVICE_FAILURE_ACTIONSW, dwResetPeriod)
  FIELD(ServiceCalls.FailureActions.RebootMessage, SERVICE_FAILURE_ACTIONSW, lpRebootMsg)
  FIELD(ServiceCalls.FailureActions.Command, SERVICE_FAILURE_ACTIONSW, lpCommand)
  FIELD(ServiceCalls.FailureActions.Count, SERVICE_FAILURE_ACTIONSW, cActions)
  FIELD(ServiceCalls.FailureActions.Actions, SERVICE_FAILURE_ACTIONSW, lpsaActions)
  SIZE(ServiceDispatcher.TableEntry, SERVICE_TABLE_ENTRYW)
  FIELD(ServiceDispatcher.TableEntry.Name, SERVICE_TABLE_ENTRYW, lpServiceName)
  FIELD(ServiceDispatcher.TableEntry.Main, SERVICE_TABLE_ENTRYW, lpServiceProc)

  CALLED(ServiceDispatcher.Begin, LPSERVICE_MAIN_FUNCTIONW, VOID, DWORD, LPWSTR *)
  CALLED(ServiceDispatcher.Handle, LPHANDLER_FUNCTION_EX, DWORD, DWORD, DWORD, LPVOID, LPVOID)
  FUNCTION(StartServiceCtrlDispatcherW, BOOL, const SERVICE_TABLE_ENTRYW *)
  FUNCTION(RegisterServiceCtrlHandlerExW, SERVICE_STATUS_HANDLE, LPCWSTR, LPHANDLER_FUNCTION_EX, LPVOID)
  FUNCTION(SetServiceStatus, BOOL, SERVICE_STATUS_HANDLE, LPSERVICE_STATUS)
  FUNCTION(OpenSCManagerW, SC_HANDLE, LPCWSTR, LPCWSTR, DWORD)
  FUNCTION(OpenServiceW, SC_HANDLE, SC_HANDLE, LPCWSTR, DWORD)
  FUNCTION(CreateServiceW, SC_HANDLE, SC_HANDLE, LPCWSTR, LPCWSTR, DWORD, DWORD, DWORD, DWORD, LPCWSTR, LPCWSTR, LPDWORD, LPCWSTR,
           LPCWSTR, LPCWSTR)
  FUNCTION(ChangeServiceConfigW, BOOL, SC_HANDLE, DWORD, DWORD, DWORD, LPCWSTR, LPCWSTR, LPDWORD, LPCWSTR, LPCWSTR, LPCWSTR, LPCWSTR)
  FUNCTION(ChangeServiceConfig2W, BOOL, SC_HANDLE, DWORD, LPVOID)
  FUNCTION(QueryServiceConfigW, BOOL, SC_HANDLE, LPQUERY_SERVICE_CONFIGW, DWORD, LPDWORD)
  FUNCTION(QueryServiceStatusEx, BOOL, SC_HANDLE, SC_STATUS_TYPE, LPBYTE, DWORD, LPDWORD)
  FUNCTION(ControlService, BOOL, SC_HANDLE, DWORD, LPSERVICE_STATUS)
  FUNCTION(DeleteService, BOOL, SC_HANDLE)
  FUNCTION(CloseServiceHandle, BOOL, SC_HANDLE)

  VALUE(EventSource.Error, EVENTLOG_ERROR_TYPE)
  VALUE(EventSource.Warning, EVENTLOG_WARNING_TYPE)
  VALUE(EventSource.Information, EVENTLOG_INFORMATION_TYPE)
  VALUE(EventSource.Types, EVENTLOG_ERROR_TYPE | EVENTLOG_WARNING_TYPE | EVENTLOG_INFORMATION_TYPE)
  FUNCTION(RegisterEventSourceW, HANDLE, LPCWSTR, LPCWSTR)
  FUNCTION(ReportEventW, BOOL, HANDLE, WORD, WORD, DWORD, PSID, WORD, DWORD, LPCWSTR *, LPVOID)
  FUNCTION(DeregisterEventSource, BOOL, HANDLE)

  VALUE(RegistrySignal.Name, REG_NOTIFY_CHANGE_NAME)
  VALUE(RegistrySignal.LastSet, REG_NOTIFY_CHANGE_LAST_SET)
  VALUE(RegistrySignal.ThreadAgnostic, REG_NOTIFY_THREAD_AGNOSTIC)
  FUNCTION(RegNotifyChangeKeyValue, LSTATUS, HKEY, BOOL, DWORD, HANDLE, BOOL)
  FUNCTION(RegQueryInfoKeyW, LSTATUS, HKEY, LPWSTR, LPDWORD, LPDWORD, LPDWORD, LPDWORD, LPDWORD, LPDWORD, LPDWORD, LPDWORD, LPDWORD,
           PFILETIME)
}

static void event_logs(void) {
  VALUE(EventCalls.ChannelPath, EvtQueryChannelPath)
  VALUE(EventCalls.ReverseDirection, EvtQueryReverseDirection)
  VALUE(EventCalls.RenderXml, EvtRenderEventXml)
  VALUE(EventCalls.NoMoreItems, ERROR_NO_MORE_ITEMS)
  VALUE(EventCalls.AccessDenied, ERROR_ACCESS_DENIED)
  VALUE(EventCalls.ChannelNotFound, ERROR_EVT_CHANNEL_NOT_FOUND)
  FUNCTION(EvtQuery, EVT_HANDLE, EVT_HANDLE, LPCWSTR, LPCWSTR, DWORD)
  FUNCTION(EvtNext, BOOL, EVT_HANDLE, DWORD, EVT_HANDLE *, DWORD, DWORD, PDWORD)
  FUNCTION(EvtRender, BOOL, EVT_HANDLE, EVT_HANDLE, DWORD, DWORD, PVOID, PDWORD, PDWORD)
  FUNCTION(EvtClose, BOOL, EVT_HANDLE)
}

/* An address of each length, a scope, and ports on both sides of 32768. */
static void rows(void) {
  MIB_TCPROW v4 = {0};
  v4.dwState = MIB_TCP_STATE_ESTAB;
  v4.dwLocalAddr = htonl(0xC0000201);
  v4.dwLocalPort = htons(443);
  v4.dwRemoteAddr = htonl(0xC6336407);
  v4.dwRemotePort = htons(51234);
  bytes("192.0.2.1:443 198.51.100.7:51234", &v4, sizeof v4, "MIB_TCPROW");

  MIB_TCP6ROW v6 = {0};
  v6.State = MIB_TCP_STATE_ESTAB;
  v6.LocalAddr = (IN6_ADDR){.u.Byte = {0xFE, 0x80, [15] = 1}};
  v6.dwLocalScopeId = 3;
  v6.dwLocalPort = htons(51234);
  v6.RemoteAddr = (IN6_ADDR){.u.Byte = {0x20, 0x01, 0x0D, 0xB8, [15] = 7}};
  v6.dwRemotePort = htons(443);
  bytes("[fe80::1%3]:51234 [2001:db8::7]:443", &v6, sizeof v6, "MIB_TCP6ROW");
}

static void connections(void) {
  VALUE(TcpStatisticsQuery.Ipv4, AF_INET)
  VALUE(TcpStatisticsQuery.Ipv6, AF_INET6)
  VALUE(TcpStatistics.Length, sizeof(MIB_TCPSTATS2))
  SIZE(TcpStatistics.Counters, MIB_TCPSTATS2)
  FIELD(TcpStatistics.Counters.OutSegs, MIB_TCPSTATS2, dw64OutSegs)
  FIELD(TcpStatistics.Counters.RetransSegs, MIB_TCPSTATS2, dwRetransSegs)
  FUNCTION(GetTcpStatisticsEx2, ULONG, PMIB_TCPSTATS2, ULONG)

  VALUE(ConnectionRow.Established, MIB_TCP_STATE_ESTAB)
  rows();
  VALUE(ConnectionStatistics.Congestion, TcpConnectionEstatsSndCong)
  VALUE(ConnectionStatistics.Path, TcpConnectionEstatsPath)
  VALUE(ConnectionStatistics.EnableLength, sizeof(TCP_ESTATS_SND_CONG_RW_v0))
  VALUE(ConnectionStatistics.EnableLength, sizeof(TCP_ESTATS_PATH_RW_v0))
  VALUE(ExtendedStatistics.CongestionLength, sizeof(TCP_ESTATS_SND_CONG_ROD_v0))
  SIZE(ExtendedStatistics.SenderCongestion, TCP_ESTATS_SND_CONG_ROD_v0)
  FIELD(ExtendedStatistics.SenderCongestion.CurCwnd, TCP_ESTATS_SND_CONG_ROD_v0, CurCwnd)
  VALUE(ExtendedStatistics.PathLength, sizeof(TCP_ESTATS_PATH_ROD_v0))
  SIZE(ExtendedStatistics.PathState, TCP_ESTATS_PATH_ROD_v0)
  FIELD(ExtendedStatistics.PathState.CurMss, TCP_ESTATS_PATH_ROD_v0, CurMss)
  FUNCTION(SetPerTcpConnectionEStats, ULONG, PMIB_TCPROW, TCP_ESTATS_TYPE, PUCHAR, ULONG, ULONG, ULONG)
  FUNCTION(SetPerTcp6ConnectionEStats, ULONG, PMIB_TCP6ROW, TCP_ESTATS_TYPE, PUCHAR, ULONG, ULONG, ULONG)
  FUNCTION(GetPerTcpConnectionEStats, ULONG, PMIB_TCPROW, TCP_ESTATS_TYPE, PUCHAR, ULONG, ULONG, PUCHAR, ULONG, ULONG, PUCHAR,
           ULONG, ULONG)
  FUNCTION(GetPerTcp6ConnectionEStats, ULONG, PMIB_TCP6ROW, TCP_ESTATS_TYPE, PUCHAR, ULONG, ULONG, PUCHAR, ULONG, ULONG, PUCHAR,
           ULONG, ULONG)

  VALUE(TcpInfoQuery.SioTcpInfo, SIO_TCP_INFO)
  VALUE(WindowsTcpInfo.Closed, TCPSTATE_CLOSED)
  VALUE(WindowsTcpInfo.Established, TCPSTATE_ESTABLISHED)
  VALUE(WindowsTcpInfo.TimeWait, TCPSTATE_TIME_WAIT)
  VALUE(WindowsTcpInfo.LengthOfV0, sizeof(TCP_INFO_v0))
  VALUE(WindowsTcpInfo.LengthOfV1, sizeof(TCP_INFO_v1))
  SIZE(NativeTcpInfo, TCP_INFO_v0)
#define IN_BOTH(ours, member) FIELD(ours, TCP_INFO_v0, member) FIELD(ours, TCP_INFO_v1, member)
  IN_BOTH(NativeTcpInfo.State, State)
  IN_BOTH(NativeTcpInfo.Mss, Mss)
  IN_BOTH(NativeTcpInfo.TimestampsEnabled, TimestampsEnabled)
  IN_BOTH(NativeTcpInfo.RttUs, RttUs)
  IN_BOTH(NativeTcpInfo.BytesInFlight, BytesInFlight)
  IN_BOTH(NativeTcpInfo.Cwnd, Cwnd)
  IN_BOTH(NativeTcpInfo.SndWnd, SndWnd)
  IN_BOTH(NativeTcpInfo.BytesOut, BytesOut)
  IN_BOTH(NativeTcpInfo.BytesRetrans, BytesRetrans)
  IN_BOTH(NativeTcpInfo.SynRetrans, SynRetrans)
}

static void signatures(void) {
  WIDE(BcryptSignature.Algorithm, BCRYPT_ECDSA_P256_ALGORITHM)
  WIDE(BcryptSignature.PublicBlob, BCRYPT_ECCPUBLIC_BLOB)
  VALUE(BcryptSignature.PublicMagic, BCRYPT_ECDSA_PUBLIC_P256_MAGIC)
  SIZE(BcryptSignature.KeyBlob, BCRYPT_ECCKEY_BLOB)
  FIELD(BcryptSignature.KeyBlob.Magic, BCRYPT_ECCKEY_BLOB, dwMagic)
  FIELD(BcryptSignature.KeyBlob.CoordinateLength, BCRYPT_ECCKEY_BLOB, cbKey)
  FUNCTION(BCryptOpenAlgorithmProvider, NTSTATUS, BCRYPT_ALG_HANDLE *, LPCWSTR, LPCWSTR, ULONG)
  FUNCTION(BCryptImportKeyPair, NTSTATUS, BCRYPT_ALG_HANDLE, BCRYPT_KEY_HANDLE, LPCWSTR, BCRYPT_KEY_HANDLE *, PUCHAR, ULONG, ULONG)
  FUNCTION(BCryptVerifySignature, NTSTATUS, BCRYPT_KEY_HANDLE, VOID *, PUCHAR, ULONG, PUCHAR, ULONG, ULONG)
  FUNCTION(BCryptDestroyKey, NTSTATUS, BCRYPT_KEY_HANDLE)
  FUNCTION(BCryptCloseAlgorithmProvider, NTSTATUS, BCRYPT_ALG_HANDLE, ULONG)
}

/* The DLL of each function used above, as mingw-w64's import libraries have it: this program's own import table (PE/COFF, .idata). */
static void imports(void) {
  const BYTE *base = (const BYTE *)GetModuleHandleW(NULL);
  const IMAGE_NT_HEADERS *headers = (const IMAGE_NT_HEADERS *)(base + ((const IMAGE_DOS_HEADER *)base)->e_lfanew);
  const IMAGE_DATA_DIRECTORY *directory = &headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT];
  for (const IMAGE_IMPORT_DESCRIPTOR *dll = (const void *)(base + directory->VirtualAddress); dll->Name; dll++)
    for (const ULONGLONG *at = (const void *)(base + dll->OriginalFirstThunk); *at; at++)
      if (!IMAGE_SNAP_BY_ORDINAL(*at))
        printf("import\t%s\t%s\t\n", ((const IMAGE_IMPORT_BY_NAME *)(base + *at))->Name, base + dll->Name);
}

int main(void) {
  errors();
  files_and_pipes();
  services();
  event_logs();
  connections();
  signatures();
  imports();
#define LINE(name, header, page) printf("lacking\t%s\t%s\t%s\n", #name, #header, #page);
  LACKING(LINE)
  return 0;
}
