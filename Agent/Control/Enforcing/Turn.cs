namespace IwTune.Agent.Control.Enforcing;

/// <summary>Proves that its holder acts in a turn of the <see cref="TurnQueue"/>; methods that change the host ask for one.</summary>
public sealed class Turn
{
    internal Turn(CancellationToken ct) => Ct = ct;

    /// <summary>Stops only between steps.</summary>
    public CancellationToken Ct { get; }
}
