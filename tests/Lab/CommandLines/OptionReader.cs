namespace IwTune.Lab;

/// <summary>
/// Reads the command line of a program of the tests: switches, and options with a value, in their order.
/// System.CommandLine would declare, add and look up each option, for a help page in place of one line of usage.
/// </summary>
internal static class OptionReader
{
    /// <param name="words">The command line.</param>
    /// <param name="options">The defaults.</param>
    /// <param name="valued">The options after an option and its value; <see langword="null"/> when that is not understood.</param>
    /// <param name="switched">The options after a switch; <see langword="null"/> for any other word.</param>
    /// <returns>The options, or the error in them.</returns>
    public static (T? Options, string? Problem) Read<T>(
        IReadOnlyList<string> words,
        T options,
        Func<T, string, string, T?> valued,
        Func<T, string, T?>? switched = null
    )
        where T : class
    {
        for (var at = 0; at < words.Count; at++)
        {
            var option = words[at];
            if (switched?.Invoke(options, option) is { } on)
                options = on;
            else if (at + 1 == words.Count)
                return (null, $"{option} needs a value, or is none of the options");
            else if (valued(options, option, words[++at]) is { } with)
                options = with;
            else
                return (null, $"{option} {words[at]} is not understood");
        }
        return (options, null);
    }
}
