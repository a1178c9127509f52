namespace IwTune.Lab.Wine;

/// <summary>The Windows version that a prefix reports; as a file for regedit. Wine's own table has no server after 2008 R2.</summary>
internal static class WindowsIdentity
{
    /// <summary>
    /// Build 20348, a server; the netsh.exe in system32 is used, not Wine's own. .NET maps no code twice: under Wine, a finalizer that
    /// released such a mapping was seen to end the process (0x80131506 in DynamicResolver.DestroyScout). A service has ten minutes until it
    /// answers, not ten seconds: a busy machine needs more.
    /// </summary>
    public const string Server2022 = """
        REGEDIT4

        [HKEY_LOCAL_MACHINE\Software\Microsoft\Windows NT\CurrentVersion]
        "CurrentBuild"="20348"
        "CurrentBuildNumber"="20348"
        "ProductName"="Windows Server 2022 Standard"
        "EditionID"="ServerStandard"
        "InstallationType"="Server"
        "UBR"=dword:00000a00

        [HKEY_LOCAL_MACHINE\System\CurrentControlSet\Control]
        "ServicesPipeTimeout"=dword:000927c0

        [HKEY_LOCAL_MACHINE\System\CurrentControlSet\Control\ProductOptions]
        "ProductType"="ServerNT"

        [HKEY_LOCAL_MACHINE\System\CurrentControlSet\Control\Session Manager\Environment]
        "DOTNET_EnableWriteXorExecute"="0"

        [HKEY_CURRENT_USER\Software\Wine\DllOverrides]
        "netsh.exe"="native,builtin"

        """;
}
