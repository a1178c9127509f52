namespace IwTune.Agent.Linux;

/// <summary>A word of a printed command that a person runs as root: an interface may be called <c>a;reboot</c>.</summary>
internal static class ShellWord
{
    /// <summary>A quote within a quoted word.</summary>
    public const string InnerQuote = @"'\''";

    /// <summary>The word unchanged where a shell takes it literally, in single quotes otherwise.</summary>
    public static string Quote(string word) =>
        word.Length > 0 && word.All(letter => char.IsAsciiLetterOrDigit(letter) || "@%+=:,./_-".Contains(letter, StringComparison.Ordinal))
            ? word
            : $"'{word.Replace("'", InnerQuote, StringComparison.Ordinal)}'";
}
