namespace IwTune.Agent.Engine.Captures;

/// <summary>Which connections of a capture count.</summary>
/// <param name="Host">An address of one end, as a number; <see langword="null"/> for any.</param>
/// <param name="Port">A port of one end; <see langword="null"/> for any.</param>
internal sealed record CaptureFilter((UInt128 Bits, bool V6)? Host, int? Port)
{
    public bool Takes(in CapturedSegment segment) =>
        OfHost(segment.Source, segment.Destination) && OfPort(segment.Source, segment.Destination);

    private bool OfHost(CaptureEndpoint one, CaptureEndpoint other) =>
        Host is not var (bits, v6) || (one.Bits == bits && one.V6 == v6) || (other.Bits == bits && other.V6 == v6);

    private bool OfPort(CaptureEndpoint one, CaptureEndpoint other) => Port is not { } port || one.Port == port || other.Port == port;
}
