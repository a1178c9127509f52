using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>What the log says of an exception: a sentence where that is all there is to know, else where it happened, too.</summary>
internal static class LoggedCause
{
    public static string Of(Exception why) =>
        why is StoreException { IsExplained: true } or StorageUnusableException ? why.Message : why.ToString();
}
