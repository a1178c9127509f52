namespace IwTune.Server.Storage;

/// <summary>What was to be written is another server's work now: nothing was stored, and nothing is to be repeated.</summary>
internal sealed class FencedException(long term, long now)
    : Exception($"The work belongs to term {term}, and another server leads in term {now}. Nothing was stored.");
