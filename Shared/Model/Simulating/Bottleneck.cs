namespace IwTune.Shared.Model.Simulating;

/// <summary>The narrow link with the drop-tail buffer before it.</summary>
internal sealed class Bottleneck(Transfer transfer, SimulatedConditions conditions)
{
    private const double Instant = 1e-12;

    private readonly Queue<double> _starts = new();
    private double _free;

    /// <summary>Offers a packet.</summary>
    /// <param name="now">When it comes.</param>
    /// <param name="payload">Its payload, bytes.</param>
    /// <returns>When it has left the link; <see langword="null"/> when the buffer has no place.</returns>
    public double? Offer(double now, int payload)
    {
        var takes = TransferRules.OnWire(transfer, payload);
        if (takes == 0)
            return now;
        while (_starts.TryPeek(out var began) && began <= now + Instant)
            _starts.Dequeue();
        if (_free > now + Instant && _starts.Count >= (conditions.BufferPackets ?? int.MaxValue))
            return null;
        var start = Math.Max(_free, now);
        _starts.Enqueue(start);
        return _free = start + takes;
    }
}
