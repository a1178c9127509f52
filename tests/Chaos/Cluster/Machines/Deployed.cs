using IwTune.Lab;

namespace IwTune.Chaos.Cluster.Machines;

/// <summary>A file of <c>deploy/</c> as an operator takes it over: names, addresses, passwords and paths replaced, nothing else.</summary>
internal static class Deployed
{
    /// <param name="file">Below <c>deploy/</c>.</param>
    /// <param name="replaced">Texts of the file and what they become; each must be there, or the test would test something else.</param>
    /// <returns>The text.</returns>
    public static string Read(string file, params IReadOnlyList<(string Text, string By)> replaced)
    {
        var content = File.ReadAllText(Path.Combine(Binaries.Root, "deploy", file));
        foreach (var (text, by) in replaced)
            content = content.Contains(text, StringComparison.Ordinal)
                ? content.Replace(text, by, StringComparison.Ordinal)
                : throw new LabException($"deploy/{file} does not have “{text}”, which is replaced here by “{by}”");
        return content;
    }
}
