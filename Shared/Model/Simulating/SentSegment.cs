namespace IwTune.Shared.Model.Simulating;

/// <summary>One segment as the sender sees it.</summary>
internal sealed class SentSegment(int index, int payload)
{
    public int Index => index;

    public int Payload => payload;

    /// <summary>When it was sent last, seconds.</summary>
    public double SentAt { get; set; }

    /// <summary>The packet that it was last, counted from 1.</summary>
    public long Packet { get; set; }

    /// <summary>The flight it belongs to, from 1.</summary>
    public int Round { get; set; }

    public bool SentAgain { get; set; }

    public bool Delivered { get; set; }

    /// <summary>Held for lost, and not retransmitted yet.</summary>
    public bool Lost { get; set; }
}
