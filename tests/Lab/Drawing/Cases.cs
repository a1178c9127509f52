using System.Globalization;

namespace IwTune.Testing;

/// <summary>How many cases a test draws, and from what: all of them in <c>./build.sh fuzz</c>, a sample in every other run.</summary>
internal static class Cases
{
    private static readonly bool AreAll = Environment.GetEnvironmentVariable("IWTUNE_FUZZ") == "all";

    /// <param name="all">In a run of their own.</param>
    /// <param name="sample">Beside all other tests.</param>
    public static int Of(int all, int sample) => AreAll ? all : sample;

    /// <summary>The seed that was asked for; without one always the same, so that what fails fails again.</summary>
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
