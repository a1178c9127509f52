using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>What an application gets when it sets its buffers itself.</summary>
internal static class BufferCeilings
{
    private const string Receive = "net.core.rmem_max";
    private const string Send = "net.core.wmem_max";

    public static readonly Check<HostFindings> Check = new(
        "buffer-ceilings",
        DiagnosisGroup.Receiving,
        "An application that sets SO_RCVBUF or SO_SNDBUF gets at most this size, and the buffer no longer grows. The size that it gets can "
            + "differ from the size that it requested (getsockopt shows it).",
        "socket(7); net/core/sock.c, __sock_set_rcvbuf",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        // Many kernels show these in the host's own network namespace alone.
        if (host.Number(Receive) is not { } receive || host.Number(Send) is not { } send)
            return CheckAnswer.NotKnown($"{Receive} and {Send} cannot be read in this network namespace");
        var told = $"rmem_max = {receive}, wmem_max = {send}";
        var held = Bandwidth.Held(host);
        return held is { } bytes && Math.Min(receive, send) < bytes
            ? CheckAnswer.Advice(
                $"{told}; the longest measured path holds {bytes} B",
                $"sysctl -w {Receive}={Bandwidth.RoundUp(bytes)} {Send}={Bandwidth.RoundUp(bytes)}   # or do not set SO_RCVBUF in the "
                    + "application, so that the buffer can grow"
            )
            : CheckAnswer.Ok(told);
    }
}
