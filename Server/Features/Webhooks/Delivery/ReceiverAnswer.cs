namespace IwTune.Server.Features.Webhooks.Delivery;

/// <summary>What a receiver made of a delivery.</summary>
/// <param name="Status">Its answer's status; 0 when there was none.</param>
/// <param name="Text">The beginning of the answer, or why there was none.</param>
/// <param name="RetryAfter">How long it asked to be left alone.</param>
internal sealed record ReceiverAnswer(int Status, string Text, TimeSpan? RetryAfter = null)
{
    public bool IsTaken => Status is >= 200 and < 300;

    /// <summary>It wants nothing more, ever.</summary>
    public bool IsGone => Status == StatusCodes.Status410Gone;

    /// <summary>True when the receiver as a whole is in trouble; false when it is about this one message.</summary>
    public bool IsReceivers => Status is 0 or 408 or 425 or 429 or >= 500 || RetryAfter is not null;

    public string Told => Status == 0 ? Text : $"It answered {Status}{(Text.Length > 0 ? $": {Text}" : "")}";
}
