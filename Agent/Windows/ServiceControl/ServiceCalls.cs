using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>
/// The calls, structures and numbers of winsvc.h, winnt.h and winerror.h that <see cref="ServiceDatabase"/> needs.
/// </summary>
[SupportedOSPlatform("windows")]
internal static unsafe partial class ServiceCalls
{
    public const int Connect = 0x1,
        CreateRight = 0x2,
        QueryConfig = 0x1,
        QueryStatus = 0x4,
        StopRight = 0x20,
        DeleteRight = 0x10000,
        All = 0xF01FF;
    public const int OwnProcess = 0x10,
        AutoStart = 2,
        ErrorNormal = 1;
    public const int ProcessInfo = 0;
    public const int ConfigDescription = 1,
        ConfigFailureActions = 2,
        ConfigFailureFlag = 4,
        ActionRestart = 1;
    public const int AccessDenied = 5,
        DoesNotExist = 1060,
        NotActive = 1062,
        SpecificError = 1066,
        MarkedForDelete = 1072;

    /// <summary>QueryServiceConfigW: "the maximum size of this array is 8K bytes".</summary>
    public const int ConfigSize = 8 << 10;

    public sealed class ServiceHandle() : SafeHandleZeroOrMinusOneIsInvalid(ownsHandle: true)
    {
        protected override bool ReleaseHandle() => CloseServiceHandle(handle);
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Status
    {
        public int Type,
            State,
            Accepts,
            ExitCode,
            SpecificExitCode,
            CheckPoint,
            WaitHint;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct ProcessStatus
    {
        public int Type,
            State,
            Accepts,
            ExitCode,
            SpecificExitCode,
            CheckPoint,
            WaitHint,
            Process,
            Flags;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Config
    {
        public int Type,
            StartType,
            ErrorControl;
        public char* CommandLine,
            LoadOrderGroup;
        public int Tag;
        public char* Dependencies,
            Account,
            DisplayName;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Description
    {
        public char* Text;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct FailureFlag
    {
        public int OnNonCrashFailures;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct FailureAction
    {
        public int Type,
            DelayMilliseconds;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct FailureActions
    {
        public int ResetSeconds;
        public char* RebootMessage,
            Command;
        public int Count;
        public FailureAction* Actions;
    }

    [LibraryImport("advapi32", EntryPoint = "OpenSCManagerW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial ServiceHandle OpenSCManager(string? machine, string? database, int rights);

    [LibraryImport("advapi32", EntryPoint = "OpenServiceW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial ServiceHandle OpenService(ServiceHandle manager, string name, int rights);

    [LibraryImport("advapi32", EntryPoint = "CreateServiceW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial ServiceHandle CreateService(
        ServiceHandle manager,
        string name,
        string displayName,
        int rights,
        int type,
        int startType,
        int errorControl,
        string commandLine,
        string? group,
        int* tag,
        string? dependencies,
        string? account,
        string? password
    );

    [LibraryImport("advapi32", EntryPoint = "ChangeServiceConfigW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool ChangeServiceConfig(
        ServiceHandle service,
        int type,
        int startType,
        int errorControl,
        string commandLine,
        string? group,
        int* tag,
        string? dependencies,
        string? account,
        string? password,
        string? displayName
    );

    [LibraryImport("advapi32", EntryPoint = "ChangeServiceConfig2W", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool ChangeServiceConfig2(ServiceHandle service, int level, void* info);

    [LibraryImport("advapi32", EntryPoint = "QueryServiceConfigW", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool QueryServiceConfig(ServiceHandle service, byte* config, int size, out int needed);

    [LibraryImport("advapi32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool QueryServiceStatusEx(ServiceHandle service, int level, ProcessStatus* status, int size, out int needed);

    [LibraryImport("advapi32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool ControlService(ServiceHandle service, int order, Status* status);

    [LibraryImport("advapi32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool DeleteService(ServiceHandle service);

    [LibraryImport("advapi32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool CloseServiceHandle(nint handle);
}
