namespace IwTune.Agent.Windows.Templates.Wmi;

/// <summary>The errors of WMI that the agent distinguishes, as HRESULTs.</summary>
internal static class WmiErrorCode
{
    // WBEM_E_… (wbemcli.h).
    public const uint AccessDenied = 0x80041003,
        NotSupported = 0x8004100C,
        InvalidNamespace = 0x8004100E,
        InvalidClass = 0x80041010,
        ProviderNotCapable = 0x80041024;

    // Errors of Win32, as a provider returns them: HRESULT_FROM_WIN32 (winerror.h).
    public const uint Win32AccessDenied = 0x80070005,
        Win32NotSupported = 0x80070032,
        ServiceDisabled = 0x80070422,
        TimedOut = 0x800705B4,
        RpcUnavailable = 0x800706BA;

    /// <summary>RPC_E_TIMEOUT (winerror.h).</summary>
    public const uint RpcTimedOut = 0x8001011F;
}
