namespace IwTune.Agent.Engine.RoundTrips;

/// <summary>What a SYN-ACK said about the machine that sent it, as the kernel knows it of the connection.</summary>
/// <param name="Mss">Payload of a full segment, bytes: what both ends announced, the time stamps subtracted.</param>
/// <param name="Scale">Window scale, 0 to 14 (RFC 7323 §2); <see langword="null"/> when it offered none.</param>
/// <param name="SelectiveAcks">It permits selective acknowledgements (RFC 2018).</param>
/// <param name="TimeStamps">It sends time stamps (RFC 7323 §3).</param>
public sealed record HandshakeAnswer(int Mss, int? Scale, bool SelectiveAcks, bool TimeStamps)
{
    /// <inheritdoc/>
    public override string ToString() =>
        $"segments of {Mss} bytes, {(Scale is { } shift ? $"window scale {shift}" : "no window scale")}, "
        + $"{(SelectiveAcks ? "selective acknowledgements" : "no selective acknowledgements")}, "
        + $"{(TimeStamps ? "time stamps" : "no time stamps")}";
}
