using System.CommandLine;

namespace IwTune.Agent.Cli.Options;

/// <summary>What shells offer for an option with a few values.</summary>
internal static class ChoiceOption
{
    /// <summary>
    /// Offers exactly these words: otherwise an option of an enum offers the enum's own names, which its parser may not accept.
    /// </summary>
    public static Option<T> Offering<T>(this Option<T> option, params string[] words)
    {
        option.CompletionSources.Clear();
        option.CompletionSources.Add(words);
        return option;
    }
}
