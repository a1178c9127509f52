namespace IwTune.Chaos.Cluster.Databases;

/// <summary>What takes the place of the passwords in the files of <c>deploy/</c>; the network is the laboratory's own.</summary>
internal static class Passwords
{
    public const string Superuser = "for-the-superuser",
        Replication = "for-replication",
        Rewind = "for-rewinding",
        Iwtune = "for-iwtune";
}
