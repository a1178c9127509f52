using System.Globalization;
using static IwTune.Agent.Windows.Templates.Wmi.WmiErrorCode;

namespace IwTune.Agent.Windows.Templates.Wmi;

/// <summary>Errors of WMI as sentences that say what to do next, distinguished by their codes.</summary>
internal static class WmiFaults
{
    public static string Sentence(string doing, WmiError error) =>
        Meaning(error.Code) is { } meaning ? $"{doing}: {meaning} {Said(error)}" : $"{doing} failed: {Said(error)}";

    private static string? Meaning(int code) =>
        unchecked((uint)code) switch
        {
            AccessDenied or Win32AccessDenied => "access denied. Run the agent as its service, or from an elevated prompt.",
            InvalidNamespace => "there is no namespace root/StandardCimv2; the repository of WMI is broken (winmgmt /verifyrepository).",
            InvalidClass => "the class is not there; the provider NetTCPIP of Windows is not registered.",
            ServiceDisabled => "the service Winmgmt is disabled; enable it.",
            RpcUnavailable or RpcTimedOut => "the service Winmgmt does not answer; look at it with `sc.exe query winmgmt`.",
            TimedOut => "it did not end in time; look whether the service Winmgmt answers.",
            ProviderNotCapable or NotSupported or Win32NotSupported => "this Windows does not offer that.",
            _ => null,
        };

    private static string Said(WmiError error) => string.Create(CultureInfo.InvariantCulture, $"{error.Text.Trim()} (0x{error.Code:X8})");
}
