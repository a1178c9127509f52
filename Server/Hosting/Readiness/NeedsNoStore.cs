namespace IwTune.Server.Hosting.Readiness;

/// <summary>Marks a call that answers while the store cannot be read: its caller's token is then not known.</summary>
internal sealed class NeedsNoStore;
