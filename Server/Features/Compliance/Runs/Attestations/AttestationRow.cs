using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance.Runs.Attestations;

/// <summary>A stored statement about a run.</summary>
internal sealed class AttestationRow
{
    public string Author { get; init; } = "";
    public long At { get; init; }
    public string Statement { get; init; } = "";

    /// <summary>The signed statement, as JSON on one line.</summary>
    public string Envelope { get; init; } = "";

    public RunAttestation View() => new(Author, Clock.At(At), Statement);
}
