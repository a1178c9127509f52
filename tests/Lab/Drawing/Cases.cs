using System.Globalization;

namespace IwTune.Testing;

/// <summary>
/// The number of random cases of a test and their seed: all cases in <c>./build.sh fuzz</c>, a sample in every other run.
/// </summary>
internal static class Cases
{
    private static readonly bool AreAll = Environment.GetEnvironmentVariable("IWTUNE_FUZZ") == "all";

    /// <param name="all">In a separate run.</param>
    /// <param name="sample">Together with all other tests.</param>
    public static int Of(int all, int sample) => AreAll ? all : sample;

    /// <summary>The requested seed; without one always the same, so that a failure is reproducible.</summary>
    public static int Seed(int usual) =>
        int.TryParse(
            Environment.GetEnvironmentVariable("IWTUNE_FUZZ_SEED"),
            NumberStyles.Integer,
            CultureInfo.InvariantCulture,
            out var asked
        )
            ? asked
            : usual;
}
