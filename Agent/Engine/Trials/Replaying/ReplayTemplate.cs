using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace IwTune.Agent.Engine.Trials.Replaying;

/// <summary>
/// The page around a replay. It is one file, requests nothing, and permits itself only its own style and script, by their hashes.
/// </summary>
internal static partial class ReplayTemplate
{
    /// <summary>The page with its style, its script and these parts.</summary>
    /// <param name="parts">HTML, by the names in <c>replay.html</c>.</param>
    public static string Fill(IReadOnlyDictionary<string, string> parts)
    {
        var (style, script) = (Resource("replay.css"), Resource("replay.js"));
        return Place()
            .Replace(
                Resource("replay.html"),
                place =>
                    place.Groups["name"].Value switch
                    {
                        "style" => style,
                        "script" => script,
                        "style-hash" => Hash(style),
                        "script-hash" => Hash(script),
                        var name => parts[name],
                    }
            );
    }

    private static string Hash(string content) => $"sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(content)))}";

    private static string Resource(string name)
    {
        using var from = new StreamReader(typeof(ReplayTemplate).Assembly.GetManifestResourceStream(name)!, Encoding.UTF8);
        return from.ReadToEnd();
    }

#pragma warning disable MA0009 // The page is ours; a limit of time would break it while a host stops this process.
    [GeneratedRegex(@"\{(?<name>[a-z-]+)\}", RegexOptions.ExplicitCapture)]
    private static partial Regex Place();
#pragma warning restore MA0009
}
