using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Whether the send buffer may grow to hold the first flight.</summary>
internal static class FirstFlightBuffer
{
    private const string Name = "net.ipv4.tcp_wmem";

    public static readonly Check<HostFindings> Check = new(
        "first-flight-buffer",
        DiagnosisGroup.Sending,
        "The kernel sends only segments that fit into the send buffer. It lets the buffer grow to twice the initial window, but never "
            + "above tcp_wmem's third number. An application that sets SO_SNDBUF sets its own limit: with 8 to 16 KiB, 24 of 32 segments "
            + "were sent.",
        "net/ipv4/tcp_input.c, tcp_sndbuf_expand; measured",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        if (host.Number(Name, 2) is not { } most)
            return Sysctl.Missing(Name);
        if (host.Routes.Count == 0)
            return CheckAnswer.Ok(Sysctl.Told(host, Name));
        var widest = host.Routes.MaxBy(route => Flight(host, route))!;
        var flight = Flight(host, widest);
        if (2 * flight <= most)
            return CheckAnswer.Ok($"the largest first flight is {flight:#,0} bytes; the buffer grows to {most:#,0} bytes");
        var told = $"{widest.InitCwnd} segments on {widest.Target.Id} are {flight:#,0} bytes; {Sysctl.Told(host, Name)}";
        var fix = Sysctl.Set(Name, $"{host.Number(Name)} {host.Number(Name, 1)} {Bandwidth.RoundUp(4 * flight)}");
        return flight > most ? CheckAnswer.Problem(told, fix) : CheckAnswer.Advice(told, fix);
    }

    private static long Flight(HostFindings host, RouteFinding route) => (long)route.InitCwnd * route.SegmentBytes(host);
}
