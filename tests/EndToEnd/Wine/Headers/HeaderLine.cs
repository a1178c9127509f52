namespace IwTune.EndToEnd.Wine.Headers;

/// <summary>What Windows' headers say about one thing that the agent takes from them; a line of layouts.c.</summary>
/// <param name="Kind">size, field, value, text, function, callback, bytes, import, lacking.</param>
/// <param name="Ours">The agent's name for it: type and member, or the function.</param>
/// <param name="Said">What it is.</param>
/// <param name="Theirs">Windows' name for it.</param>
internal sealed record HeaderLine(string Kind, string Ours, string Said, string Theirs)
{
    public static HeaderLine Parse(string line) =>
        line.TrimEnd('\r').Split('\t') is [var kind, var ours, var said, var theirs]
            ? new(kind, ours, said, theirs)
            : throw new FormatException($"not a line of layouts.c: {line}");
}
