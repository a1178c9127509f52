namespace IwTune.Agent.Local.Pipes;

/// <summary>How a pipe is named: <c>iwtune</c>, or in full <c>\\.\pipe\iwtune</c>.</summary>
public static class PipeName
{
    /// <summary>The daemon's default name.</summary>
    public const string Default = "iwtune";

    private const string Folder = @"\\.\pipe\";

    /// <summary>CreateNamedPipeW: "the entire pipe name string can be up to 256 characters long".</summary>
    private const int Longest = 256;

    /// <summary>The full name.</summary>
    /// <returns>The name, or a sentence that says what is wrong with the given one.</returns>
    public static (string? Full, string Problem) Of(string given)
    {
        var name = given.StartsWith(Folder, StringComparison.OrdinalIgnoreCase) ? given[Folder.Length..] : given;
        if (name.Length == 0 || name.AsSpan().IndexOfAny('\\', '/', ':') >= 0)
            return (null, $"'{given}' is not the name of a pipe: --socket takes a plain name here, as in --socket {Default}.");
        return Folder.Length + name.Length > Longest
            ? (null, $"The name of the pipe is longer than {Longest} characters. Name a shorter one with --socket.")
            : (Folder + name, "");
    }
}
