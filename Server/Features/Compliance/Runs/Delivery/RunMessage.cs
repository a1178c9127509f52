using MimeKit;

namespace IwTune.Server.Features.Compliance.Runs.Delivery;

/// <summary>A message about a run to a person.</summary>
/// <param name="Subject">Its subject.</param>
/// <param name="Text">Its text.</param>
/// <param name="Date">When what it tells came about.</param>
/// <param name="Attached">The name of the attached file; <see langword="null"/> without one.</param>
internal sealed record RunMessage(string Subject, string Text, DateTimeOffset Date, string? Attached = null)
{
    /// <param name="from">The sender.</param>
    /// <param name="to">The recipient.</param>
    /// <param name="delivery">Id of the delivery: a message that is sent twice has one id.</param>
    /// <param name="file">Content of the attached file.</param>
    public MimeMessage Compose(string from, string to, string delivery, Stream file)
    {
        var sender = MailboxAddress.Parse(from);
        var message = new MimeMessage
        {
            Subject = Subject,
            Date = Date,
            MessageId = $"{delivery}@{sender.Domain}",
        };
        message.From.Add(new MailboxAddress("IwTune", from));
        message.To.Add(MailboxAddress.Parse(to));
        // RFC 3834 §5: holiday notices are not to answer.
        message.Headers.Add(HeaderId.AutoSubmitted, "auto-generated");
        var text = new TextPart("plain") { Text = Text };
        message.Body = Attached is null
            ? text
            : new Multipart("mixed")
            {
                text,
                new MimePart("application", "zip")
                {
                    Content = new MimeContent(file),
                    ContentDisposition = new(ContentDisposition.Attachment) { FileName = Attached },
                    ContentTransferEncoding = ContentEncoding.Base64,
                },
            };
        message.Prepare(EncodingConstraint.SevenBit);
        return message;
    }
}
