namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>Hosts of a ring that were cut off from the server in one way, as an input of its gate.</summary>
/// <param name="Name">The input's.</param>
/// <param name="Count">How many there are.</param>
/// <param name="Shown">So many of them count against the revision.</param>
/// <param name="Beside">What they are compared with; <see langword="null"/> when all of them count.</param>
internal sealed record CutOffHosts(string Name, int Count, int Shown, RingSilence? Beside)
{
    /// <summary>What happened to them.</summary>
    public required string What { get; init; }

    /// <summary>What became of those that are not compared (<see cref="RingSilence.Before"/>).</summary>
    public required string Before { get; init; }

    /// <summary>What follows while the gate holds because of them.</summary>
    public required string Next { get; init; }
}
