namespace IwTune.Shared.Fleet.Agents;

/// <summary>Where a server offers packages of agents; no part of its API.</summary>
public static class PackagePaths
{
    /// <summary>GET and HEAD, without authentication: files below <c>deb</c>, <c>rpm</c> and <c>msi</c>.</summary>
    public const string Root = "/packages";
}
