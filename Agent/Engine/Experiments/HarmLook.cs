namespace IwTune.Agent.Engine.Experiments;

/// <summary>One evaluation of a rule that can end an experiment.</summary>
/// <param name="Number">Its number, from 1.</param>
/// <param name="Events">Events of both arms at it.</param>
/// <param name="Units">Peers, or pairs of blocks, that had any.</param>
/// <param name="P">How probable a difference as large is without an effect.</param>
/// <param name="Limit">The p-value at or below which the experiment ends.</param>
public sealed record HarmLook(int Number, long Events, int Units, double P, double Limit)
{
    /// <summary>True when the difference is significant at this look.</summary>
    public bool IsSignificant => P <= Limit;
}
