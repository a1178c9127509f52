namespace IwTune.Agent.Linux;

/// <summary>A word of a printed command, which somebody runs as root: an interface may be called <c>a;reboot</c>.</summary>
internal static class ShellWord
{
    /// <summary>The word as it is where a shell takes it as it is, in single quotes otherwise.</summary>
    public static string Quote(string word) =>
        word.Length > 0 && word.All(letter => char.IsAsciiLetterOrDigit(letter) || "@%+=:,./_-".Contains(letter, StringComparison.Ordinal))
            ? word
            : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
