using System.Globalization;
using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>Connections whose window no template decides.</summary>
internal static class QuicPackets
{
    /// <summary>Whether HTTP.sys, and with it IIS, offers HTTP/3; below HKEY_LOCAL_MACHINE.</summary>
    public const string HttpKey = @"SYSTEM\CurrentControlSet\Services\HTTP\Parameters",
        HttpValue = "EnableHttp3";

    /// <summary>The initial window of MsQuic, packets, for every program that does not set its own.</summary>
    public const string Key = @"SYSTEM\CurrentControlSet\Services\MsQuic\Parameters",
        Value = "InitialWindowPackets";

    /// <summary>UDP, of HTTP/3.</summary>
    public const int Port = 443;

    /// <summary>QUIC_INITIAL_WINDOW_PACKETS, src/core/quicdef.h.</summary>
    private const int Default = 10;

    public static readonly Check<WindowsFindings> Check = new(
        "quic",
        DiagnosisGroup.Routes,
        "HTTP/3 uses QUIC over UDP. MsQuic sets the initial window of these connections: 10 packets, or the value InitialWindowPackets of "
            + "the registry. No TCP template reaches them.",
        "RFC 9002 §7.2; MsQuic, docs/Deployment.md and docs/Settings.md; Enable HTTP/3 on Windows Server 2022, Microsoft",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host)
    {
        if (host.Http3 != "1" && !host.HasQuicPort)
            return CheckAnswer.Ok("HTTP/3 is not enabled, and no program waits on UDP port 443");
        var who = host.Http3 == "1" ? $"HTTP.sys offers HTTP/3 ({HttpValue} is 1)" : "a program waits on UDP port 443";
        int? set = int.TryParse(host.QuicPackets, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
        var packets = set ?? Default;
        var found =
            $"{who}; MsQuic starts with {packets} packets ({Value} {(set is null ? "is not set" : "in the registry")}), "
            + $"TCP's templates with {(host.Largest is { } largest ? $"up to {largest} segments" : "a window that is not known")}";
        return host.Largest is not { } segments || packets == segments
            ? CheckAnswer.Ok(found)
            : CheckAnswer.Advice(
                found,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $@"Measure before you change it. The same for new connections: reg add HKLM\{Key} /v {Value} /t REG_DWORD /d {segments} /f"
                )
            );
    }
}
