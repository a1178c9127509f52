using System.Globalization;
using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>
/// Whether receive windows above 65,535 bytes are allowed at all. <see cref="ReceiveTuning"/> reports how far they grow, and disabled
/// auto-tuning, with which Windows does not offer the option: one cause is reported once.
/// </summary>
internal static class ScalingOption
{
    /// <summary>Below HKEY_LOCAL_MACHINE.</summary>
    public const string Key = @"SYSTEM\CurrentControlSet\Services\Tcpip\Parameters";

    /// <summary>Bit 0 is window scaling, bit 1 timestamps.</summary>
    public const string Value = "Tcp1323Opts";

    public static readonly Check<WindowsFindings> Check = new(
        "window-scaling",
        DiagnosisGroup.Receiving,
        "Both ends must offer window scaling. Without it no receive window is above 65,535 bytes, in either direction and for the whole "
            + "life of a connection: 44 segments in flight, 5 Mbit/s at 100 ms.",
        "Tcp1323Opts, Microsoft KB 224829; RFC 7323 §2.2",
        Of
    );

    /// <summary>Whole segments of 1460 bytes in 65,535.</summary>
    private const int Unscaled = 44;

    private static CheckAnswer Of(WindowsFindings host) =>
        host.Tcp1323Opts switch
        {
            "" or "1" or "3" when host.Global.AutoTuningLevel == "disabled" => CheckAnswer.Ok(
                "allowed, and not offered while auto-tuning is disabled (receive-autotuning)"
            ),
            "" => CheckAnswer.Ok("on by default"),
            ("1" or "3") and var told => CheckAnswer.Ok($"on: {Value} is {told}"),
            ("0" or "2") and var told => CheckAnswer.Problem($"off: {Value} is {told}{Cut(host)}", Fix(told is "0" ? 1 : 3)),
            var other => CheckAnswer.NotKnown($"{Value} is {other}; documented values are 0 to 3"),
        };

    /// <summary>A first flight ends at the peer's window, which is then not scaled either.</summary>
    private static string Cut(WindowsFindings host) =>
        host.Largest is { } segments and > Unscaled ? $"; of {segments} segments at most {Unscaled} can be sent first" : "";

    private static string Fix(int options) =>
        string.Create(CultureInfo.InvariantCulture, $@"reg add HKLM\{Key} /v {Value} /t REG_DWORD /d {options} /f, then restart Windows");
}
