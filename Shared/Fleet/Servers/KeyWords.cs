namespace IwTune.Shared.Fleet.Servers;

/// <summary>Keys of the fleet in the words that both command lines and the console share.</summary>
public static class KeyWords
{
    /// <summary>What a key is for.</summary>
    public static string Of(KeyKind kind) => kind == KeyKind.Signing ? "Signs bundles" : "CA";

    /// <summary>How far its life is.</summary>
    public static string Of(KeyState state) => state == KeyState.InUse ? "In use" : state.ToString();

    /// <summary>Where its private half is.</summary>
    public static string Of(KeyPlace place) => place == KeyPlace.Token ? "PKCS #11 token" : "File";
}
