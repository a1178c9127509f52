namespace IwTune.Server.Features.Agents.Pages;

/// <summary>Operating systems as people write them.</summary>
internal static class Systems
{
    public static string Name(string os) =>
        os switch
        {
            "linux" => "Linux",
            "windows" => "Windows",
            _ => os,
        };
}
