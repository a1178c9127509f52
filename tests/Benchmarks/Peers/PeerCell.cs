using IwTune.Benchmarks.Measuring;

namespace IwTune.Benchmarks.Peers;

/// <summary>One cell of the table: a measured figure, or the reason why there is none.</summary>
/// <param name="Measured"><see langword="null"/> where nothing was measured.</param>
/// <param name="Words">Beside the figure, or in place of it.</param>
internal sealed record PeerCell(Sample? Measured, string Words = "")
{
    public static PeerCell Of(string words) => new(null, words);

    /// <summary>Measures; a failure becomes the cell's words.</summary>
    public static async Task<PeerCell> TryAsync(string what, Func<Task<PeerCell>> measure)
    {
        try
        {
            return await measure();
        }
        catch (Exception error)
        {
            await Console.Error.WriteLineAsync($"{what} failed: {error}");
            return Of($"not measured: {error.Message.Split('\n')[0].Trim()}");
        }
    }

    public override string ToString() => $"{Words}{(Measured is null || Words.Length == 0 ? "" : " ")}{Measured}";
}
