namespace IwTune.Server.Hosting;

/// <summary>Marks a call that an enrolled host makes with its own secret.</summary>
internal sealed class HostOnly;
