using System.Text;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance.Runs.Attestations;

/// <summary>A stored statement about a run.</summary>
internal sealed class AttestationRow
{
    public string Author { get; init; } = "";
    public long At { get; init; }
    public string Statement { get; init; } = "";

    /// <summary>The signed statement, as JSON on one line.</summary>
    public string Envelope { get; init; } = "";

    /// <summary>The file that <c>iwtune verify-export --attestations</c> reads: a statement a line.</summary>
    public static byte[] File(IEnumerable<AttestationRow> statements) =>
        Encoding.UTF8.GetBytes(string.Concat(statements.Select(one => one.Envelope + "\n")));

    public RunAttestation View() => new(Author, Clock.At(At), Statement);
}
