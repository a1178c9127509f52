using IwTune.Lab.Reproducing;
using IwTune.Testing;

namespace IwTune.EndToEnd.Lab;

/// <summary>The short form of <c>lab reproduce</c>: every kind of cell, byte steps and overflow exact.</summary>
/// <remarks>
/// It measures milliseconds, and mostly waits for them: two such classes and <see cref="PathTests"/> do not disturb each other.
/// </remarks>
[Trait("Alone", "yes")]
public abstract class ReproductionTests
{
    /// <summary>
    /// When a machine was busy for the whole measurement, it is repeated, undisturbed by other measurements; the tolerance does not change.
    /// </summary>
    private const int Attempts = 3;

    // The cells about a queue or a lost packet; all others are about rounds.
    private static readonly string[] OfQueues = ["rate", "shallow", "overflow", "loss"];

    private readonly Laboratory laboratory;

    private protected ReproductionTests(Laboratory laboratory) => this.laboratory = laboratory;

    private protected static TheoryData<string> ShortForm(bool ofQueues) =>
        [.. Catalogue.Cells.Where(cell => cell.Short && OfQueues.Contains(cell.Benchmark) == ofQueues).Select(cell => cell.Id)];

    private protected void AssertMeasuredAgain(string id)
    {
        Privileged.Require();
        var cell = Catalogue.Cells.Single(cell => cell.Id == id);
        Finding? found = null;
        for (var attempt = 0; attempt < Attempts && found is null or { Verdict: Verdict.Fails }; attempt++)
        {
            using var place = attempt == 0 ? Measuring.Shared() : Measuring.Alone();
            found = cell.Run(laboratory.Benches.For(cell.Setup));
        }
        Assert.True(found!.Verdict is Verdict.Holds or Verdict.Refuted, found.ToString());
        Assert.Equal(cell.Benchmark == "claims", found.Verdict == Verdict.Refuted);
    }

    /// <summary>The benches that the cells share.</summary>
    public sealed class Laboratory : IDisposable
    {
        internal Benches Benches { get; } = new(seed: 1);

        public void Dispose() => Benches.Dispose();
    }
}
