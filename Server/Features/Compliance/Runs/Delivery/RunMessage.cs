using IwTune.Server.Console;
using IwTune.Server.Hosting;
using MimeKit;

namespace IwTune.Server.Features.Compliance.Runs.Delivery;

/// <summary>The message that brings a run to a person.</summary>
/// <param name="Run">A run that is kept.</param>
/// <param name="Page">The address of its page in the console.</param>
/// <param name="KeyId">Fingerprint of the key of exports.</param>
internal sealed record RunMessage(RunRow Run, string Page, string KeyId)
{
    /// <summary>Larger files are not attached: many mail servers refuse messages of more than 20 MB, and base64 adds a third.</summary>
    public const long MostBytes = 10_000_000;

    public bool IsAttached => Run.Bytes <= MostBytes;

    /// <param name="from">The sender.</param>
    /// <param name="to">The recipient.</param>
    /// <param name="delivery">Id of the delivery: a message that is sent twice has one id.</param>
    /// <param name="file">The file to attach; <see langword="null"/> for none.</param>
    public MimeMessage Compose(string from, string to, string delivery, Stream? file)
    {
        var sender = MailboxAddress.Parse(from);
        var message = new MimeMessage
        {
            Subject = Subject,
            Date = Clock.At(Run.EndedAt ?? Run.DueAt),
            MessageId = $"{delivery}@{sender.Domain}",
        };
        message.From.Add(new MailboxAddress("IwTune", from));
        message.To.Add(MailboxAddress.Parse(to));
        // RFC 3834 §5: holiday notices are not to answer.
        message.Headers.Add(HeaderId.AutoSubmitted, "auto-generated");
        var text = new TextPart("plain") { Text = Text };
        message.Body = file is null
            ? text
            : new Multipart("mixed")
            {
                text,
                new MimePart("application", "zip")
                {
                    Content = new MimeContent(file),
                    ContentDisposition = new(ContentDisposition.Attachment) { FileName = Run.FileName },
                    ContentTransferEncoding = ContentEncoding.Base64,
                },
            };
        message.Prepare(EncodingConstraint.SevenBit);
        return message;
    }

    private string Subject => $"Compliance run {Name}: {Compliant} of {Hosts} hosts compliant";

    private string Name => Run.Schedule.Length > 0 ? Run.Schedule : "of " + Instant(Run.AsOf);

    private string Compliant => Quantities.Count(Run.Compliant ?? 0);

    private string Hosts => Quantities.Count(Run.Hosts ?? 0);

    private string Text =>
        $"""
            The compliance run {Name} is complete.

            As of          {Instant(Run.AsOf)} (UTC)
            Changes since  {Instant(Run.SinceAt)} (UTC)
            Hosts          {Hosts}
            Compliant      {Compliant}
            File           {Run.FileName}, {Quantities.Bytes(Run.Bytes ?? 0)}
            SHA-256        {Run.Sha256}

            {(IsAttached ? "The file is attached." : "The file is too large for an e-mail. Sign in to download it.")}
            {Page}

            To check the file, offline:

                iwtune verify-export {Run.FileName} --key {KeyId}

            Compare the key's fingerprint with one that you got by another way.

            """;

    private static string Instant(long? at) => at is { } known ? $"{Clock.At(known).UtcDateTime:yyyy-MM-dd HH:mm:ss}" : "-";
}
