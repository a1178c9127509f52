namespace IwTune.Agent.Control.Enforcing;

/// <summary>Shows that its holder acts in a turn of the <see cref="TurnQueue"/>: what changes the host asks for one.</summary>
public sealed class Turn
{
    internal Turn(CancellationToken ct) => Ct = ct;

    /// <summary>Stops only between steps.</summary>
    public CancellationToken Ct { get; }
}
