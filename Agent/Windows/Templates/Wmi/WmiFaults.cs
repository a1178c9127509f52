using System.Globalization;

namespace IwTune.Agent.Windows.Templates.Wmi;

/// <summary>Errors of WMI as sentences that say what to do next, distinguished by their codes (wbemcli.h).</summary>
internal static class WmiFaults
{
    public static string Sentence(string doing, WmiError error) =>
        Meaning(error.Code) is { } meaning ? $"{doing}: {meaning} {Said(error)}" : $"{doing} failed: {Said(error)}";

    private static string? Meaning(int code) =>
        unchecked((uint)code) switch
        {
            0x80041003 or 0x80070005 => "access denied. Run the agent as its service, or from an elevated prompt.",
            0x8004100E => "there is no namespace root/StandardCimv2; the repository of WMI is broken (winmgmt /verifyrepository).",
            0x80041010 => "the class is not there; the provider NetTCPIP of Windows is not registered.",
            0x80070422 => "the service Winmgmt is disabled; enable it.",
            0x800706BA or 0x8001011F => "the service Winmgmt does not answer; look at it with `sc query winmgmt`.",
            unchecked((uint)WmiError.TimedOut) => "it did not end in time; look whether the service Winmgmt answers.",
            0x80041024 or 0x8004100C or 0x80070032 => "this Windows does not offer that.",
            _ => null,
        };

    private static string Said(WmiError error) => string.Create(CultureInfo.InvariantCulture, $"{error.Text.Trim()} (0x{error.Code:X8})");
}
