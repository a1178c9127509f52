namespace IwTune.Server.Features.Compliance.Runs.Delivery;

/// <summary>Where a delivery goes, as its row names it.</summary>
internal static class DeliveryTarget
{
    /// <summary>The server's <c>--export-folder</c>.</summary>
    public const string Folder = "folder";

    private const string Mailbox = "mailto:";

    public static string Mail(string address) => Mailbox + address;

    /// <summary>The address of a mail delivery; <see langword="null"/> for another one.</summary>
    public static string? Address(string target) => target.StartsWith(Mailbox, StringComparison.Ordinal) ? target[Mailbox.Length..] : null;

    /// <summary>Everywhere that a run's file goes.</summary>
    public static IEnumerable<string> Of(RunRow run)
    {
        if (run.Folder)
            yield return Folder;
        foreach (var address in RunRow.Names(run.Mail))
            yield return Mail(address);
    }
}
