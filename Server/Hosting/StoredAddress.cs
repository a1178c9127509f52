namespace IwTune.Server.Hosting;

/// <summary>Where the server of a data directory was last reachable.</summary>
internal static class StoredAddress
{
    public const string FileName = "address";

    public static string Of(DataDirectory directory) => directory.ReadText(FileName)?.Trim() ?? "https://SERVER:7443";
}
