using System.Text;
using System.Text.Json.Nodes;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>
/// The resource manifest, deploy/windows/dsc/iwtune.dsc.resource.json, embedded in the program so that there is only one.
/// </summary>
internal static class DscManifest
{
    public static string Text { get; } = Read();

    /// <summary>What the manifest embeds, on one line.</summary>
    public static string Schema => JsonNode.Parse(Text)!["schema"]!["embedded"]!.ToJsonString();

    private static string Read()
    {
        using var stream = typeof(DscManifest).Assembly.GetManifestResourceStream("iwtune.dsc.resource.json")!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
